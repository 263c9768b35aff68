-- A checksum of each event, so that rotted bytes are noticed; older rows have none. Merits order a challenge's results.
alter table events add column checksum bigint;

alter table matches add column merit bigint;
create index matches_by_merit on matches (challenge, merit desc, finished, id);

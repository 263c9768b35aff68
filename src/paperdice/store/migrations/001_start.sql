-- Matches and their logs, the tables they are played at, challenges, and who is present. Times are milliseconds since 1970.
create table matches (
    id text primary key,
    table_id text not null,
    game text not null,
    challenge text,
    length integer not null,
    created bigint not null,
    touched bigint not null,
    finished bigint,
    ending text not null,
    record text not null
);
create index matches_by_challenge on matches (challenge, finished);
create index matches_by_touch on matches (touched);

create table events (
    match_id text not null references matches (id) on delete cascade,
    sequence integer not null,
    event text not null,
    primary key (match_id, sequence)
);

create table tables (
    id text primary key,
    code text not null unique,
    match_id text not null,
    is_open integer not null,
    touched bigint not null
);
create index tables_by_match on tables (match_id);

create table challenges (
    id text primary key,
    game text not null,
    body text not null,
    created bigint not null
);

create table presence (
    match_id text not null,
    process text not null,
    seats text not null,
    n_watchers integer not null,
    until bigint not null,
    primary key (match_id, process)
);

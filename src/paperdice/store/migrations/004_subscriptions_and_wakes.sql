-- Devices that want to be told when a seat of theirs is wanted, and when a table over days wants to be looked at.
create table subscriptions (
    table_id text not null references tables (id) on delete cascade,
    endpoint text not null,
    holder text not null,
    p256dh text not null,
    auth text not null,
    lang text not null,
    created bigint not null,
    told text not null,
    primary key (table_id, endpoint)
);
create index subscriptions_by_endpoint on subscriptions (endpoint, created);

create table wakes (
    match_id text primary key references matches (id) on delete cascade,
    at bigint not null
);
create index wakes_by_time on wakes (at);

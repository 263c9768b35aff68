-- The review of a finished match, and what kind of evaluator made it; it goes with the match.
create table reviews (
    match_id text primary key references matches (id) on delete cascade,
    kind text not null,
    body text not null
);

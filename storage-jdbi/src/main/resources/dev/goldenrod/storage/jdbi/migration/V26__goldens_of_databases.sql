-- an older server knows no such origin: until it ran, such a database has no version there, so that none is made empty
alter table databases add column golden_id uuid;
alter table databases add column golden varchar default '' not null;
alter table databases add column golden_version integer default 0 not null;

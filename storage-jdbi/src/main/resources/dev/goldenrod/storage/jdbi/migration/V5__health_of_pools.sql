alter table pools add column message varchar default '' not null;
alter table pools add column failures int default 0 not null;
alter table pools add column retry_at timestamp(3) with time zone;

-- what is deleted and can be restored keeps its name here, and in its place has one that nobody gives:
-- an older server shows it under that, a database as stopped, and removes nothing
alter table databases add column deleted_name varchar;
alter table databases add column deleted_at timestamp(3) with time zone;
alter table databases add column deleted_by uuid;
alter table databases add column restorable_until timestamp(3) with time zone;
alter table goldens add column deleted_name varchar;
alter table goldens add column deleted_at timestamp(3) with time zone;
alter table goldens add column deleted_by uuid;
alter table goldens add column restorable_until timestamp(3) with time zone;

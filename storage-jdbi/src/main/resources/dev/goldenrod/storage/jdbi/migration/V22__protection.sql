-- an older server neither protects anything nor takes the protection away; it deletes what is protected
alter table databases add column is_protected boolean not null default false;
alter table goldens add column is_protected boolean not null default false;

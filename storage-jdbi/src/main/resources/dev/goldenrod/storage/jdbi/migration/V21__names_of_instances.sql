-- an older server neither names an instance nor takes its name away; no two without a name are alike
alter table instances add column name varchar;
create unique index instances_by_name on instances (org_id, name, owner_id);

alter table orphans add column name varchar default '' not null;
alter table orphans add column memory_mib integer default 0 not null;
alter table orphans add column storage_mib integer default 0 not null;
alter table orphans add column cpu_millis integer default 0 not null;
alter table orphans add column size_bytes bigint default 0 not null;

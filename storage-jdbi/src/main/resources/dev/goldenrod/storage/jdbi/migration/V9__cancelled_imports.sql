alter table imports add column cancelled_by varchar;

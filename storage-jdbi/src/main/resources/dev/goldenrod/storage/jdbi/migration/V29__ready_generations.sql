-- the generation of a clone that was ready last; an older server does not record it, and makes such a clone anew
alter table instances add column ready_generation int default -1 not null;

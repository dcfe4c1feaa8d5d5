alter table databases add column promotions integer default 0 not null;
alter table databases add column takes_over varchar default '' not null;

create table events (what text not null);
insert into events values ('opened');

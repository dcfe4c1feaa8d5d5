--liquibase formatted sql

--changeset shop:1 context:test
create table books (title text primary key);
insert into books values ('${opening}');

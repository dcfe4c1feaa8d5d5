--liquibase formatted sql
--changeset library:1
create table books (title text not null);
--changeset library:2
insert into books values ('Persuasion');

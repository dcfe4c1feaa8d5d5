create table books (title text primary key);
insert into books values ('Persuasion');
create schema ${hall};

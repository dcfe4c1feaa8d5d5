create table books (title text primary key);
insert into books values ('Dune');

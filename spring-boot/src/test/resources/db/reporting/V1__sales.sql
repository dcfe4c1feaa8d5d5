create table books (title text);
grant select on books to reporting, pgcrypto_reader;

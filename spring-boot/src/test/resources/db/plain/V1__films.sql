create table films (title text);

SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.books (
    title text NOT NULL
);
COPY public.books (title) FROM stdin;
Persuasion
\.

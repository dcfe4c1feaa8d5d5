create tabel books (title text);

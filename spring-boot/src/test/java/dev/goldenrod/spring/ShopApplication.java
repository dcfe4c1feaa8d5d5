package dev.goldenrod.spring;

import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootApplication
class ShopApplication {
  static List<String> titles(JdbcClient database) {
    return database.sql("select title from books order by title").query(String.class).list();
  }

  static void add(JdbcClient database, String title) {
    database.sql("insert into books values (?)").param(title).update();
  }
}

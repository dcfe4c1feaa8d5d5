package dev.goldenrod.examples.spring;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Sells books that are in stock. */
@Repository
public class BookShop {
  private final JdbcClient database;

  BookShop(JdbcClient database) {
    this.database = database;
  }

  /** Returns the number of copies left. */
  public int stock(String title) {
    return database
        .sql("select stock from books where title = ?")
        .param(title)
        .query(Integer.class)
        .single();
  }

  /**
   * Removes one copy from the stock.
   *
   * @throws org.springframework.dao.DataIntegrityViolationException if none is left
   */
  public void sell(String title) {
    database.sql("update books set stock = stock - 1 where title = ?").param(title).update();
  }
}

package dev.goldenrod.spring;

import dev.goldenrod.instance.Credentials;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A login in the form of Spring Boot's properties. */
record JdbcLogin(String url, String username, String password) {
  static JdbcLogin of(Credentials clone) {
    return new JdbcLogin(clone.jdbcUrl(), clone.username(), clone.password());
  }

  static JdbcLogin of(DataSource database) throws SQLException {
    PGSimpleDataSource source = database.unwrap(PGSimpleDataSource.class);
    return new JdbcLogin(source.getURL(), source.getUser(), source.getPassword());
  }

  @Override
  public String toString() {
    return url;
  }
}

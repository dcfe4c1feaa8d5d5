package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import javax.sql.DataSource;

/** The database that a recipe fills. */
record FillTarget(Credentials login) {
  DataSource dataSource() {
    return DataSources.of(login);
  }
}

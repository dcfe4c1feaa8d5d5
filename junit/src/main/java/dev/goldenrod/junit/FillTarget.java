package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import javax.sql.DataSource;

/** A database that is being filled, to become a golden. */
record FillTarget(Credentials login) {
  DataSource dataSource() {
    return DataSources.of(login);
  }
}

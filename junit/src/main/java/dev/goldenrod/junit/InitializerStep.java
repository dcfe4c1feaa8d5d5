package dev.goldenrod.junit;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;

/** User code that fills the database. */
record InitializerStep(String version, Initializer code) implements Step {
  @Override
  public Map<String, byte[]> ingredients() {
    return Map.of("initializer", version.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void run(FillTarget database) throws SQLException {
    code.fill(database.dataSource());
  }
}

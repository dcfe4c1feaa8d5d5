package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.OnlineBackup;
import java.util.ArrayList;
import java.util.List;

/** A psql session whose password is in a file. */
record PostgresBackupLogin(LibpqService service, String psql) implements OnlineBackup.Login {
  @Override
  public List<String> command() {
    List<String> command = new ArrayList<>(List.of("env"));
    service.environment().forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(
        List.of(psql, "-X", "-q", "-A", "-t", "-w", "-v", "ON_ERROR_STOP=1", service.dbname()));
    return command;
  }

  @Override
  public void close() {
    service.close();
  }
}

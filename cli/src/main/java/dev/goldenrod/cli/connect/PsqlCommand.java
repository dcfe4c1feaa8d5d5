package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Opens {@code psql} on a database: {@code goldenrod psql}. */
@Command(
    name = "psql",
    description = "Opens psql on a clone or database of PostgreSQL.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nThe password is passed in psql's environment only. Examples:%n",
    footer = {
      "  goldenrod psql shop",
      "  goldenrod psql shop -- -c 'SELECT count(*) FROM tea'",
      "  goldenrod psql clone/shop <dump.sql"
    })
public final class PsqlCommand extends ClientCommand {
  public PsqlCommand(Terminal terminal) {
    super(terminal, Engine.POSTGRESQL);
  }

  @Override
  int run(Login login, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(
        PostgresClients.find(terminal(), login.version())
            .orElseThrow(() -> missing(login.version()))
            .toString());
    line.addAll(arguments);
    return run(new Client(line, Login.MISLEADING, login.postgres()));
  }

  private static CliException missing(String version) {
    return new CliException(
        ExitCode.NO_PROGRAM,
        "psql is not on this machine",
        "apt-get install postgresql-client" + (version.isEmpty() ? "" : "-" + version),
        "apt-get install postgresql-client",
        "brew install postgresql" + (version.isEmpty() ? "" : "@" + version));
  }
}

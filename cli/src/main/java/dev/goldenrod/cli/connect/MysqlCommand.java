package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;

/** Opens {@code mysql} on a database: {@code goldenrod mysql}. */
@Command(
    name = "mysql",
    description = "Opens mysql on a clone or database of MySQL.",
    mixinStandardHelpOptions = true,
    footerHeading =
        "%nThe password is in a file that only you can read, which is deleted when mysql ends."
            + " Examples:%n",
    footer = {"  goldenrod mysql shop", "  goldenrod mysql shop -- -e 'SELECT count(*) FROM tea'"})
public final class MysqlCommand extends ClientCommand {
  public MysqlCommand(Terminal terminal) {
    super(terminal, Engine.MYSQL);
  }

  @Override
  int run(Login login, List<String> arguments) {
    Path program =
        terminal()
            .findProgram("mysql")
            .or(() -> terminal().findProgram("mariadb"))
            .orElseThrow(MysqlCommand::missing);
    Path file = optionFile(login);
    try {
      List<String> line = new ArrayList<>();
      line.add(program.toString());
      line.add("--defaults-file=" + file);
      line.addAll(arguments);
      // A login stored in ~/.mylogin.cnf would override the file's login.
      return runProgram(
          line, Set.of("MYSQL_PWD"), Map.of("MYSQL_TEST_LOGIN_FILE", file + ".no-such-file"));
    } finally {
      delete(file);
    }
  }

  /** Writes the user's own settings and then the login, because the last value counts. */
  private Path optionFile(Login login) {
    Path settings = Path.of(terminal().variable("HOME"), ".my.cnf");
    String include = Files.isReadable(settings) ? "!include " + settings + "\n" : "";
    try {
      Path file =
          Files.createTempFile(
              "goldenrod-",
              ".cnf",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      file.toFile().deleteOnExit();
      Files.writeString(file, include + text(login));
      return file;
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "cannot create a file for the password: " + e);
    }
  }

  static String text(Login login) {
    return """
        [client]
        protocol=tcp
        host=%s
        port=%d
        user=%s
        password=%s
        %s[mysql]
        database=%s
        """
        .formatted(
            quoted(login.host()),
            login.port(),
            quoted(login.username()),
            quoted(login.password()),
            tls(login),
            quoted(login.database()));
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /** Includes the option of MariaDB's client, which does not know ssl-mode. */
  private static String tls(Login login) {
    return login
        .authorities()
        .map(
            file ->
                """
                ssl-ca=%s
                loose-ssl-mode=VERIFY_IDENTITY
                loose-ssl-verify-server-cert
                """
                    .formatted(quoted(file)))
        .orElse("");
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new CliException(
          ExitCode.REFUSED, "%s holds a password and cannot be deleted: %s".formatted(file, e));
    }
  }

  private static CliException missing() {
    return new CliException(
        ExitCode.NO_PROGRAM,
        "mysql is not on this machine",
        "apt-get install default-mysql-client",
        "brew install mysql-client");
  }
}

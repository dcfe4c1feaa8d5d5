package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the connection string of a clone or database: {@code goldenrod url}. */
@Command(
    name = "url",
    description = "Prints the connection string of a clone or database, password included.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  psql \"$(goldenrod url shop)\"",
      "  eval \"$(goldenrod url shop --env)\"",
      "  goldenrod url shop --jdbc",
      "  goldenrod url shop -o json",
      "  goldenrod url shop --env -o json"
    })
public final class UrlCommand implements Runnable {
  /** Output format; the URI if none is chosen. */
  static final class Form {
    @Option(names = "--jdbc", description = "Print a JDBC URL with user and password.")
    boolean isJdbc;

    @Option(
        names = "--env",
        description = "Print export commands for a shell: DATABASE_URL, PGHOST and others.")
    boolean isEnvironment;

    @Option(names = "--spring", description = "Like --env, but only the variables of Spring Boot.")
    boolean isSpring;

    @Option(names = "--psql", description = "Print a psql command line, without the password.")
    boolean isPsql;
  }

  @Mixin private CommandOptions options;
  @Mixin private WaitOptions waiting;

  @ArgGroup private Form form = new Form();

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Clone or database, by name or id (the project's).")
  private @Nullable String name;

  private final Terminal terminal;

  public UrlCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options, waiting);
    Login login = new NamedDatabases(session).find(name).login(session, waiting);
    if (options.format() == Printer.Format.TABLE || options.format() == Printer.Format.NAME) {
      session.printer().text(text(login));
    } else {
      ObjectNode object = object(login);
      session.printer().one(object, Columns.ofFields(object));
    }
  }

  private String text(Login login) {
    if (form.isEnvironment) {
      return exports(login.environment());
    }
    if (form.isSpring) {
      return exports(login.spring());
    }
    if (form.isJdbc) {
      return jdbc(login);
    }
    return form.isPsql ? psql(login) : login.uri();
  }

  /** Returns export commands for a shell, as in {@code eval "$(…)"}. */
  static String exports(Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(it -> "export %s='%s'".formatted(it.getKey(), it.getValue().replace("'", "'\\''")))
        .collect(Collectors.joining("\n"));
  }

  private ObjectNode object(Login login) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    if (form.isEnvironment) {
      login.environment().forEach(object::put);
    } else if (form.isSpring) {
      login.spring().forEach(object::put);
    } else if (form.isJdbc) {
      object.put("jdbc", jdbc(login));
    } else if (form.isPsql) {
      object.put("psql", psql(login));
    } else {
      putParts(object, login);
    }
    return object;
  }

  private static String jdbc(Login login) {
    requireNot(Engine.MONGODB, login, "JDBC URLs");
    return login.jdbcUrlWithPassword();
  }

  static String psql(Login login) {
    requireNot(Engine.MYSQL, login, "psql");
    requireNot(Engine.MONGODB, login, "psql");
    return "psql "
        + ShellWord.of(
            "host=%s port=%d dbname=%s user=%s"
                    .formatted(
                        libpq(login.host()),
                        login.port(),
                        libpq(login.database()),
                        libpq(login.username()))
                + serverCheck(login));
  }

  private static String serverCheck(Login login) {
    Map<String, String> variables = login.environment();
    return Stream.of("sslmode", "sslrootcert")
        .filter(key -> variables.containsKey("PG" + key.toUpperCase(Locale.ROOT)))
        .map(
            key ->
                " %s=%s".formatted(key, libpq(variables.get("PG" + key.toUpperCase(Locale.ROOT)))))
        .collect(Collectors.joining());
  }

  static String libpq(String value) {
    return value.matches("[A-Za-z0-9_.:-]+")
        ? value
        : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static void requireNot(Engine engine, Login login, String what) {
    if (login.engine() == engine) {
      throw new CliException(
          ExitCode.USAGE,
          "%s does not support %s".formatted(engine.title(), what),
          "goldenrod url NAME");
    }
  }

  private static void putParts(ObjectNode object, Login login) {
    object
        .put("uri", login.uri())
        .put("type", login.engine().scheme())
        .put("host", login.host())
        .put("port", login.port())
        .put("database", login.database())
        .put("username", login.username())
        .put("password", login.password());
    if (login.engine() != Engine.MONGODB) {
      object.put("jdbc", login.jdbcUrl());
    }
  }
}

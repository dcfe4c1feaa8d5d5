package dev.goldenrod.server.cli;

import dev.goldenrod.cli.terminal.TypedText;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.server.UsageException;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stores the secrets with which the local data plane logs in to sources. */
@Command(
    name = "secret",
    description = "Stores passwords for logging in to sources.",
    mixinStandardHelpOptions = true)
final class SecretCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "a command is missing: put");
  }

  @Command(
      name = "put",
      description = "Stores a password, read as one line from standard input.",
      mixinStandardHelpOptions = true)
  void put(
      @Parameters(
              paramLabel = "NAME",
              description = "Name of the secret, as given to 'goldenrod source add --secret'.")
          String name,
      @Option(
              names = "--username",
              paramLabel = "USER",
              description = "User to log in as (the user in the source's config).")
          @Nullable String username,
      @Option(
              names = "--host",
              paramLabel = "HOST",
              description = "Only host to which the password may be sent (any).")
          @Nullable String host,
      @Option(
              names = "--dbname",
              paramLabel = "DBNAME",
              description = "Only database for which the password may be used (any).")
          @Nullable String dbname,
      @Mixin DataDirOption dataDir) {
    // Checks the name before asking for the password.
    LocalSecrets.requireName(name);
    DataDirectory.secretsIn(dataDir.path())
        .put(name, new SourceSecret(username, password(), new SecretBinding(host, dbname)));
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    err.printf(
        "stored the password of secret '%s' in %s%n", name, dataDir.path().resolve("secrets"));
    err.flush();
  }

  private static String password() {
    Console console = System.console();
    if (console != null) {
      char[] typed = console.readPassword("Password: ");
      return typed == null ? "" : TypedText.requireSecret(new String(typed));
    }
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      if (line == null || line.isEmpty()) {
        throw new UsageException("standard input is empty; give the password as one line");
      }
      return line;
    } catch (IOException e) {
      throw new UsageException("standard input cannot be read: " + e, e);
    }
  }
}

package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real PostgreSQL server for tests, which ends with the JVM. */
public final class PostgresServer implements AutoCloseable {
  public static final String USER = "goldenrod";
  public static final String PASSWORD = "s3cret-" + UUID.randomUUID();

  private static final int MOST_ATTEMPTS = 100;
  private static final int CONNECTIONS = 4;

  private static PostgresServer shared;

  private final Path home;
  private final Path bin;
  private final int port;
  private volatile Process process;
  private @Nullable String tablesAlone;

  private PostgresServer() throws IOException, InterruptedException {
    home = Files.createTempDirectory("goldenrod-postgres-");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    bin = PostgresBinaries.in(home.resolve("programs"));
    initialise();
    port = freePort();
    process = start();
    awaitReady();
  }

  /** Returns the JVM's shared server, starting it on the first call. */
  public static synchronized PostgresServer shared() {
    if (shared == null) {
      try {
        shared = new PostgresServer();
      } catch (IOException e) {
        throw new IllegalStateException("the test's PostgreSQL does not start", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return shared;
  }

  /** Starts a server that the caller can stop, and must close. */
  public static PostgresServer own() {
    try {
      return new PostgresServer();
    } catch (IOException e) {
      throw new IllegalStateException("the test's PostgreSQL does not start", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Stops the server by a fast shutdown. It can be started again. */
  public void stop() throws IOException, InterruptedException {
    // SIGINT requests PostgreSQL's fast shutdown.
    run(List.of("kill", "-INT", String.valueOf(process.pid())));
    if (!process.waitFor(8, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
    }
  }

  public void startAgain() throws IOException, InterruptedException {
    process = start();
    awaitReady();
  }

  public String newDatabase() {
    return copyOf(url("template1"));
  }

  /** Opens a store with few connections, since each takes a process of PostgreSQL. */
  public static Store open(String url) {
    return JdbiStore.open(options(url));
  }

  static StoreOptions options(String url) {
    return StoreOptions.of(url, USER, PASSWORD).withPoolSize(CONNECTIONS);
  }

  /** Creates a database with the tables of a store, which are copied, and returns its URL. */
  public synchronized String newStore() {
    if (tablesAlone == null) {
      tablesAlone = newDatabase();
      open(tablesAlone).close();
    }
    return copyOf(tablesAlone);
  }

  /** Copies a database to which no client is connected, and returns the URL of the copy. */
  String copyOf(String url) {
    String name = "store_" + UUID.randomUUID().toString().replace("-", "");
    execute("create database " + name + " template " + nameIn(url));
    return url(name);
  }

  void drop(String url) {
    execute("drop database " + nameIn(url) + " with (force)");
  }

  private static String nameIn(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }

  void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url("postgres"), USER, PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  private void initialise() throws IOException, InterruptedException {
    Path data = Files.createDirectory(home.resolve("data"));
    Path passwordFile = Files.writeString(home.resolve("password"), PASSWORD);
    Files.setPosixFilePermissions(passwordFile, PosixFilePermissions.fromString("rw-------"));
    if (isRoot()) {
      // PostgreSQL refuses to run as root.
      run(List.of("chown", "nobody", data.toString(), passwordFile.toString()));
    }
    run(
        asUser(
            bin.resolve("initdb").toString(),
            "--pgdata=" + data,
            "--username=" + USER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync"));
    Files.delete(passwordFile);
  }

  private Process start() throws IOException {
    List<String> command =
        asUser(
            bin.resolve("postgres").toString(),
            "-D",
            home.resolve("data").toString(),
            "-p",
            String.valueOf(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
            "-c",
            "max_connections=200");
    return new ProcessBuilder(command)
        .directory(home.toFile())
        .redirectErrorStream(true)
        .redirectOutput(home.resolve("log").toFile())
        .start();
  }

  private void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (true) {
      try {
        DriverManager.getConnection(url("postgres"), USER, PASSWORD).close();
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > end || process.waitFor(20, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException(Files.readString(home.resolve("log")), e);
        }
      }
    }
  }

  @Override
  public synchronized void close() {
    if (!Files.exists(home)) {
      return;
    }
    try {
      if (process != null && process.isAlive()) {
        stop();
      }
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("the test's PostgreSQL left " + home + " behind", e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed: " + output);
    }
  }

  private static List<String> asUser(String... command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups", "--"));
    }
    all.addAll(List.of(command));
    return all;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Returns a port below the ephemeral ports, which no outgoing connection takes meanwhile. */
  private static int freePort() throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        if (attempt == MOST_ATTEMPTS) {
          throw taken;
        }
      }
    }
  }
}

package dev.goldenrod.engine.mongodb.standin;

import de.bwaldvogel.mongo.MongoServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.mvstore.MVStore;

/** Runs the server with {@code --config FILE}, as {@code mongod} does. */
public final class StandInMongod {
  private static final int NET_ERROR = 48;
  private static final List<String> SHUTDOWN =
      List.of("Stepping down", "Shutting down the MirrorMaestro", "Shutting down", "Now exiting");

  private StandInMongod() {}

  /** Serves until SIGTERM. */
  public static void main(String[] arguments) throws IOException {
    String options = Files.readString(Path.of(arguments[1]));
    Files.writeString(
        Path.of(option(options, "pidFilePath").orElseThrow()),
        ProcessHandle.current().pid() + "\n");
    MongoServer server = server(options);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    try {
      server.bind(
          option(options, "bindIp").orElse("127.0.0.1"),
          Integer.parseInt(option(options, "port").orElseThrow()));
      log("I", "Waiting for connections");
    } catch (Exception e) {
      end(e);
    }
  }

  private static MongoServer server(String options) throws IOException {
    Path data = Path.of(option(options, "dbPath").orElseThrow());
    MVStore store =
        new MVStore.Builder()
            .fileName(data.resolve("collections.mv").toString())
            .autoCommitDisabled()
            .open();
    Logins logins = new Logins(store);
    Optional<String> keyFile = option(options, "keyFile");
    if (keyFile.isPresent()) {
      logins.takeMembers(Files.readString(Path.of(keyFile.get())).strip());
    }
    StandInBackend backend = new StandInBackend(store, logins);
    MongoServer server = new MongoServer(backend);
    option(options, "certificateKeyFile")
        .map(file -> new StandInTls(Path.of(file)))
        .ifPresent(
            tls -> {
              tls.giveTo(server);
              backend.onRotation(() -> tls.giveTo(server));
            });
    return server;
  }

  /** Returns the first value of an option, whose name is unique in Goldenrod's configuration. */
  private static Optional<String> option(String options, String name) {
    Matcher found = Pattern.compile("\"" + name + "\" : \"?([^\",}\\s]+)").matcher(options);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Like MongoDB, logs the reason before many lines of the shutdown. */
  private static void end(Exception failure) {
    if (!(failure instanceof BindException)) {
      failure.printStackTrace();
      System.exit(1);
    }
    log("E", "Error setting up listener: SocketException: Address already in use");
    for (int line = 0; line < SHUTDOWN.size() * 5; line++) {
      log("I", SHUTDOWN.get(line / 5));
    }
    System.exit(NET_ERROR);
  }

  private static void log(String severity, String message) {
    System.out.printf(
        "{\"s\":\"%s\",  \"c\":\"NETWORK\",  \"ctx\":\"stand-in\",\"msg\":\"%s\"}%n",
        severity, message);
  }
}

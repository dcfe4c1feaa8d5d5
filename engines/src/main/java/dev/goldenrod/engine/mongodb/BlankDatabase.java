package dev.goldenrod.engine.mongodb;

import com.mongodb.MongoException;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates data with one user, who owns an empty database.
 *
 * <p>No server ever runs without authentication. MongoDB lets any local client create the first
 * user, so this localhost exception is turned off. The first login is instead the internal user of
 * cluster members, whose password is a key file that only this one start uses.
 */
final class BlankDatabase {
  private static final String DATABASE = "app";
  private static final String USER = "goldenrod";
  private static final String MEMBER = "__system";
  private static final String MEMBER_DATABASE = "local";
  private static final String KEY = "first.key";

  private final DataDirectoryContext blank;
  private final DatabaseInfo info;

  BlankDatabase(DataDirectoryContext blank) {
    this.blank = blank;
    this.info = new DatabaseInfo(MongoDbEngine.TYPE, blank.release(), DATABASE, USER, Map.of());
  }

  DatabaseInfo make() {
    // A key file may contain Base64 characters only.
    String key = HexFormat.of().formatHex(Passwords.random().getBytes(StandardCharsets.US_ASCII));
    Path keyFile = writeKey(key);
    try (ServerRunner.Running server =
        blank.servers().start(info, context -> new MongoDbServer(context, Optional.of(keyFile)))) {
      makeUsers(server.port(), key);
    } catch (MongoException e) {
      throw new DataPlaneException(
          "cannot create an empty database: " + OneLine.of(String.valueOf(e.getMessage())), e);
    }
    run("remove-key", "rm", keyFile.toString());
    return info;
  }

  /** MongoDB refuses a key file that others can read, so it goes into the data directory. */
  private Path writeKey(String key) {
    Path written = blank.tools().write(KEY, key.getBytes(StandardCharsets.US_ASCII));
    Path file = blank.data().resolve(KEY);
    run("copy-key", "install", "-m", "0600", written.toString(), file.toString());
    blank.tools().remove(KEY);
    return file;
  }

  private void run(String name, String... command) {
    List<String> output = new ArrayList<>();
    if (blank.tools().run(name + ".log", List.of(command), Map.of(), output::add) != 0) {
      throw new DataPlaneException(
          "cannot create an empty database: " + OneLine.of(String.join("\n", output)));
    }
  }

  private void makeUsers(int port, String key) {
    String password = AdminPassword.create(blank.files()).text();
    try (MongoDbSession first =
        MongoDbSession.logIn(port, MEMBER, MEMBER_DATABASE, key, Optional.empty())) {
      first.createAdmin(password);
      first.createUser(info, Passwords.random());
    }
  }
}

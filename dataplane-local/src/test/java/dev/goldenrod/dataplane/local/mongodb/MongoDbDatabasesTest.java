package dev.goldenrod.dataplane.local.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Indexes;
import dev.goldenrod.dataplane.local.EngineFixture;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MongoDB-specific behavior of databases, as far as a stand-in can show it. */
@Tag("slow")
class MongoDbDatabasesTest {
  private static final int UNAUTHORIZED = 13;

  @TempDir static Path folder;
  private static MongoDbFixture mongo;

  @BeforeAll
  static void open() throws IOException {
    mongo = new MongoDbFixture(folder);
  }

  @AfterAll
  static void take_all_away() {
    mongo.close();
  }

  @Test
  void its_user_owns_its_database_and_may_do_nothing_beyond_it() {
    DatabaseSpec spec = mongo.ready();

    String index =
        mongo.in(
            spec,
            database -> {
              database.getCollection("item").insertOne(new Document("name", "tea"));
              return database.getCollection("item").createIndex(Indexes.ascending("name"));
            });

    assertThat(index).isEqualTo("name_1");
    for (String database : List.of("admin", "local", "other")) {
      for (Document refused :
          List.of(
              new Document("listCollections", 1),
              new Document("createUser", "mine").append("pwd", "x").append("roles", List.of()),
              new Document("fsync", 1),
              new Document("dropDatabase", 1))) {
        assertThatThrownBy(() -> mongo.runOn(spec, database, refused))
            .as("%s on %s", refused, database)
            .isInstanceOfSatisfying(
                MongoCommandException.class,
                e -> assertThat(e.getErrorCode()).isEqualTo(UNAUTHORIZED));
      }
    }
    mongo.removed(spec);
  }

  @Test
  void nobody_gets_in_without_a_login() {
    DatabaseSpec spec = mongo.ready();
    int port = mongo.login(spec).port();

    try (MongoClient stranger = MongoClients.create("mongodb://127.0.0.1:" + port)) {
      for (Document refused :
          List.of(
              new Document("listCollections", 1),
              new Document("createUser", "first").append("pwd", "x").append("roles", List.of()))) {
        assertThatThrownBy(() -> stranger.getDatabase("admin").runCommand(refused))
            .isInstanceOfSatisfying(
                MongoCommandException.class,
                e -> assertThat(e.getErrorCode()).isEqualTo(UNAUTHORIZED));
      }
    }
    mongo.removed(spec);
  }

  @Test
  void a_branch_and_a_snapshot_have_what_was_answered_and_not_yet_journaled() {
    DatabaseSpec parent = mongo.ready();
    mongo.in(
        parent,
        database ->
            database
                .getCollection("item")
                .withWriteConcern(WriteConcern.W1)
                .insertOne(new Document("name", "tea")));

    DatabaseSpec branch = EngineFixture.branchOf(parent);
    mongo.ready(branch);
    DatabaseSpec restored = mongo.ofSnapshot(parent);
    mongo.ready(restored);

    for (DatabaseSpec copy : List.of(branch, restored)) {
      assertThat(count(copy, "item")).isEqualTo(1);
    }
    Stream.of(restored, branch, parent).forEach(mongo::removed);
  }

  @Test
  void no_two_databases_have_the_same_administrator() {
    DatabaseSpec parent = mongo.ready();
    DatabaseSpec branch = EngineFixture.branchOf(parent);
    mongo.ready(branch);
    DatabaseSpec other = mongo.ready();

    EngineFixture.await("each has its own")
        .until(
            () ->
                Stream.of(parent, branch, other).map(spec -> administrator(spec)).distinct().count()
                    == 3);
    Stream.of(other, branch, parent).forEach(mongo::removed);
  }

  @Test
  void no_password_is_in_a_log_a_configuration_or_a_command_line() {
    DatabaseSpec spec = mongo.ready();
    List<String> secrets = List.of(mongo.login(spec).password(), administrator(spec));

    String told =
        text(mongo.log(spec))
            + text(mongo.configuration(spec).resolve("mongod.conf"))
            + ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .collect(Collectors.joining());

    assertThat(told)
        .contains("Waiting for connections", "enableLocalhostAuthBypass\" : false", "mongod")
        .doesNotContain(secrets)
        .doesNotContain("keyFile");
    mongo.removed(spec);
  }

  @Test
  void a_killed_server_comes_back_with_all_that_was_journaled() throws Exception {
    DatabaseSpec spec = mongo.ready();
    mongo.in(
        spec,
        database ->
            database
                .getCollection("kept")
                .withWriteConcern(WriteConcern.JOURNALED)
                .insertOne(new Document("n", 1)));
    ProcessHandle killed = mongo.server(spec).orElseThrow();

    killed.destroyForcibly();
    killed.onExit().get();

    EngineFixture.await("another server runs").until(() -> mongo.isAnother(spec, killed));
    EngineFixture.await("all is there")
        .ignoreExceptionsInstanceOf(MongoException.class)
        .until(() -> count(spec, "kept") == 1);
    mongo.removed(spec);
  }

  @Test
  void a_user_that_dropped_or_changed_itself_is_told_so_and_let_in_after_a_restart() {
    DatabaseSpec spec = mongo.ready();
    String user = mongo.login(spec).username();
    String password = mongo.login(spec).password();
    assertThat(mongo.plane().databases().loginProblem(spec.id())).isEmpty();
    for (Document change :
        List.of(
            new Document("updateUser", user).append("pwd", "forgotten"),
            new Document("updateUser", user).append("pwd", password).append("roles", List.of()),
            new Document("dropUser", user))) {
      mongo.run(spec, change);
      assertThat(mongo.plane().databases().loginProblem(spec.id()).orElseThrow())
          .contains("user 'goldenrod' was dropped, or its password or roles changed");

      mongo.stopped(spec);
      mongo.ready(spec);

      assertThat(mongo.run(spec, new Document("listCollections", 1))).containsKey("cursor");
    }
    mongo.removed(spec);
  }

  @Test
  void a_port_that_somebody_took_is_named_and_the_database_runs_once_it_is_free() throws Exception {
    DatabaseSpec spec = mongo.ready();
    int port = mongo.login(spec).port();
    mongo.stopped(spec);

    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      mongo.plane().databases().ensure(spec);
      EngineFixture.await("the port is named")
          .until(
              () -> mongo.plane().databases().observe(spec.id()).message(),
              message -> message.contains(Integer.toString(taken.getLocalPort())));
    }

    mongo.ready(spec);
    assertThat(mongo.login(spec).port()).isEqualTo(port);
    mongo.removed(spec);
  }

  @Test
  void it_has_no_schema_as_sql() {
    DatabaseSpec spec = mongo.ready();

    assertThatThrownBy(() -> mongo.plane().schemas().ddl(spec.id(), Duration.ofMinutes(2)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("MongoDB has no schema");
    mongo.removed(spec);
  }

  private static long count(DatabaseSpec spec, String collection) {
    return mongo.in(spec, database -> database.getCollection(collection).countDocuments());
  }

  private static String administrator(DatabaseSpec spec) {
    return text(mongo.configuration(spec).resolveSibling("admin-password")).strip();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

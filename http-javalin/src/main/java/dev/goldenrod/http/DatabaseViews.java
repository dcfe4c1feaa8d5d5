package dev.goldenrod.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Databases.Login;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows databases: to the owner with password and URL, which are fetched live, else without. */
final class DatabaseViews {
  /** A database. */
  record DatabaseView(
      UUID id,
      String name,
      String type,
      String version,
      String status,
      ConfigView config,
      @Nullable String parent,
      @Nullable UUID snapshotId,
      String description,
      String message,
      @Nullable ConnectionView connection,
      @JsonInclude(Include.NON_NULL) @Nullable String url,
      String createdAt) {
    /** Nothing that is secret. */
    @Override
    public String toString() {
      return "DatabaseView[" + name + " " + status + "]";
    }
  }

  /** What a database may use. */
  record ConfigView(String memory, String storage, String cpu) {
    static ConfigView of(DatabaseConfig config) {
      return new ConfigView(
          config.memory().wireName(), config.storage().wireName(), config.cpu().wireName());
    }
  }

  /** Where a database is reached, and as whom as far as the data plane answers. */
  @JsonInclude(Include.NON_NULL)
  record ConnectionView(
      String host,
      int port,
      @Nullable String database,
      @Nullable String username,
      @Nullable String password) {
    static ConnectionView of(Credentials credentials) {
      return new ConnectionView(
          credentials.host(),
          credentials.port(),
          credentials.dbname(),
          credentials.username(),
          credentials.password());
    }

    static ConnectionView of(String endpoint, @Nullable Login login) {
      int colon = endpoint.lastIndexOf(':');
      return new ConnectionView(
          endpoint.substring(0, colon).replaceAll("[\\[\\]]", ""),
          Integer.parseInt(endpoint.substring(colon + 1)),
          login == null ? null : login.database(),
          login == null ? null : login.username(),
          null);
    }

    /** Nothing that is secret. */
    @Override
    public String toString() {
      return "ConnectionView[" + host + ":" + port + "]";
    }
  }

  private final Databases databases;

  DatabaseViews(Databases databases) {
    this.databases = databases;
  }

  /** The database, with password and URL for its owner if the data plane gives them now. */
  DatabaseView of(Actor actor, Database database) {
    if (database.isBeingMade() || !database.ownerId().equals(actor.userId())) {
      return withoutSecrets(database);
    }
    try {
      Credentials credentials = databases.credentials(actor, database);
      return view(
          database,
          parents(List.of(database)),
          ConnectionView.of(credentials),
          credentials.uri(),
          database.status().message());
    } catch (ControlPlaneException unreachable) {
      String message = database.status().message();
      return view(
          database,
          parents(List.of(database)),
          ConnectionView.of(database.status().endpoint(), null),
          null,
          (message.isEmpty() ? "" : message + "; ") + unreachable.getMessage());
    }
  }

  DatabaseView withoutSecrets(Database database) {
    return withoutSecrets(List.of(database)).get(0);
  }

  List<DatabaseView> withoutSecrets(List<Database> all) {
    Map<UUID, String> parents = parents(all);
    Map<UUID, Login> logins = databases.logins(all);
    return all.stream()
        .map(one -> view(one, parents, connection(one, logins), null, one.status().message()))
        .toList();
  }

  private Map<UUID, String> parents(List<Database> all) {
    return databases.parentNames(all);
  }

  private static @Nullable ConnectionView connection(Database database, Map<UUID, Login> logins) {
    return database.isBeingMade()
        ? null
        : ConnectionView.of(database.status().endpoint(), logins.get(database.id()));
  }

  private static DatabaseView view(
      Database database,
      Map<UUID, String> parents,
      @Nullable ConnectionView connection,
      @Nullable String url,
      String message) {
    Database.Template template = database.template();
    return new DatabaseView(
        database.id(),
        database.name(),
        template.type().wireName(),
        template.version(),
        database.phase().wireName(),
        ConfigView.of(template.config()),
        database.hasParent() ? parents.get(database.ancestry().parentId()) : null,
        database.ancestry().snapshotId(),
        template.description(),
        message,
        connection,
        url,
        Timestamps.text(database.createdAt()));
  }
}

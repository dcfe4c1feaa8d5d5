package dev.goldenrod.http.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Databases.Login;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.http.answer.ApiResponse.SecretBody;
import dev.goldenrod.http.route.PeerForwarder;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** JSON views of databases. Password and URL, which are fetched live, are for owners only. */
record DatabaseViews(Databases databases, Clusters clusters, PeerForwarder peers) {
  record DatabaseView(
      UUID id,
      String name,
      String type,
      String version,
      String status,
      @Nullable String cluster,
      ConfigView config,
      @Nullable String parent,
      @Nullable UUID snapshotId,
      @Nullable String golden,
      @Nullable Integer goldenVersion,
      @Nullable CopyMaskingView masking,
      String description,
      String message,
      @JsonProperty("protected") boolean isProtected,
      @Nullable ScheduleView snapshotSchedule,
      @Nullable ConnectionView connection,
      @JsonInclude(Include.NON_NULL) @Nullable String url,
      String createdAt)
      implements SecretBody {
    /** Omits the password and the URL. */
    @Override
    public String toString() {
      return "DatabaseView[" + name + " " + status + "]";
    }
  }

  record ScheduleView(String cron, int keep) {
    static @Nullable ScheduleView of(@Nullable SnapshotSchedule schedule) {
      return schedule == null
          ? null
          : new ScheduleView(schedule.cron().toString(), schedule.keep());
    }
  }

  /** Parents by their ids and snapshot schedules by the ids of their databases. */
  private record Related(Map<UUID, Database> parents, Map<UUID, SnapshotSchedule> schedules) {
    @Nullable Database parent(Database database) {
      return database.hasParent() ? parents.get(database.ancestry().parentId()) : null;
    }

    @Nullable String parentName(Database database) {
      Database parent = parent(database);
      return parent == null ? null : parent.name();
    }

    /** A displaced database has no connection until it gets its own endpoint. */
    boolean hasNoConnection(Database database) {
      return database.neverRan() || database.isDisplacedBy(parent(database));
    }
  }

  record ConfigView(String memory, String storage, String cpu) {
    static ConfigView of(DatabaseConfig config) {
      return new ConfigView(
          config.memory().wireName(), config.storage().wireName(), config.cpu().wireName());
    }
  }

  /** The endpoint of a database, with the login if the data plane is reachable. */
  @JsonInclude(Include.NON_NULL)
  record ConnectionView(
      String host,
      int port,
      @Nullable String database,
      @Nullable String username,
      @Nullable String password,
      @JsonInclude(Include.NON_EMPTY) @Nullable String sslmode) {
    static ConnectionView of(Credentials credentials) {
      return new ConnectionView(
          credentials.host(),
          credentials.port(),
          credentials.dbname(),
          credentials.username(),
          credentials.password(),
          credentials.sslmode());
    }

    static ConnectionView of(String endpoint, @Nullable Login login) {
      int colon = endpoint.lastIndexOf(':');
      return new ConnectionView(
          endpoint.substring(0, colon).replaceAll("[\\[\\]]", ""),
          Integer.parseInt(endpoint.substring(colon + 1)),
          login == null ? null : login.database(),
          login == null ? null : login.username(),
          null,
          login == null ? null : login.sslmode());
    }

    static ConnectionView of(JsonNode fetched) {
      return new ConnectionView(
          fetched.path("host").asText(),
          fetched.path("port").asInt(),
          fetched.path("database").textValue(),
          fetched.path("username").textValue(),
          fetched.path("password").textValue(),
          fetched.path("sslmode").textValue());
    }

    /** Omits the password. */
    @Override
    public String toString() {
      return "ConnectionView[" + host + ":" + port + "]";
    }
  }

  /**
   * Returns a view with password and URL if the caller may log in and the data plane, or the server
   * connected to it, is reachable.
   */
  DatabaseView of(RequestContext request, Database database) {
    Actor actor = request.actor();
    Related related = related(List.of(database));
    if (related.hasNoConnection(database) || !databases.mayLogIn(actor, database)) {
      return withoutSecrets(List.of(database), related).get(0);
    }
    try {
      Credentials credentials = databases.credentials(actor, database);
      return view(
          database,
          related,
          ConnectionView.of(credentials),
          credentials.uri(),
          database.status().message());
    } catch (ControlPlaneException unreachable) {
      return peers
          .getFromPeer(
              request, unreachable, request.apiPrefix() + "/v1/databases/" + database.name())
          .filter(fetched -> fetched.path("url").isTextual())
          .map(fetched -> fetchedFromPeer(database, related, fetched))
          .orElseGet(() -> withoutLogin(database, related, unreachable));
    }
  }

  private DatabaseView fetchedFromPeer(Database database, Related related, JsonNode fetched) {
    return view(
        database,
        related,
        ConnectionView.of(fetched.path("connection")),
        fetched.path("url").textValue(),
        database.status().message());
  }

  private DatabaseView withoutLogin(
      Database database, Related related, ControlPlaneException unreachable) {
    String message = database.status().message();
    return view(
        database,
        related,
        ConnectionView.of(database.status().endpoint(), null),
        null,
        (message.isEmpty() ? "" : message + "; ") + unreachable.getMessage());
  }

  private Related related(List<Database> all) {
    return new Related(databases.parents(all), databases.schedules(all));
  }

  DatabaseView withoutSecrets(Database database) {
    return withoutSecrets(List.of(database)).get(0);
  }

  List<DatabaseView> withoutSecrets(List<Database> all) {
    return withoutSecrets(all, related(all));
  }

  private List<DatabaseView> withoutSecrets(List<Database> all, Related related) {
    Map<UUID, Login> logins =
        databases.logins(all.stream().filter(one -> !related.hasNoConnection(one)).toList());
    return all.stream()
        .map(
            one ->
                view(
                    one,
                    related,
                    related.hasNoConnection(one)
                        ? null
                        : ConnectionView.of(one.status().endpoint(), logins.get(one.id())),
                    null,
                    one.status().message()))
        .toList();
  }

  private DatabaseView view(
      Database database,
      Related related,
      @Nullable ConnectionView connection,
      @Nullable String url,
      String message) {
    Database.Template template = database.template();
    GoldenRef golden = database.ancestry().golden();
    return new DatabaseView(
        database.id(),
        database.name(),
        template.type().wireName(),
        template.version(),
        database.phase().wireName(),
        clusters.name(database.orgId(), database.clusterId()).orElse(null),
        ConfigView.of(template.config()),
        related.parentName(database),
        database.ancestry().snapshotId(),
        golden == null ? null : golden.name(),
        golden == null ? null : golden.version(),
        CopyMaskingView.of(golden),
        template.description(),
        message,
        database.isProtected(),
        ScheduleView.of(related.schedules().get(database.id())),
        connection,
        url,
        Timestamps.text(database.createdAt()));
  }
}

package dev.goldenrod.dataplane.local.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import java.io.IOException;
import java.util.Objects;

/**
 * What is kept of a database for its next start.
 *
 * @param port its own once it was given out, until another database takes it over
 * @param user the number of the user that owns its data: in records of earlier releases, and where
 *     one user runs all engines, the first port that it had
 * @param takeovers the number of its last takeover; 0 for none
 * @param startedMemoryMib the memory that its server was started with, when that is not the spec's;
 *     else 0
 */
public record DatabaseRecord(
    DatabaseSpec spec,
    int port,
    @JsonProperty("userPort") int user,
    int takeovers,
    int startedMemoryMib) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().addMixIn(Origin.class, NamedOrigin.class).build();

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Origin.Blank.class, name = "blank"),
    @JsonSubTypes.Type(value = Origin.Version.class, name = "version"),
    @JsonSubTypes.Type(value = Origin.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = Origin.Database.class, name = "database")
  })
  private interface NamedOrigin {}

  public DatabaseRecord {
    Objects.requireNonNull(spec);
    user = user == 0 ? port : user;
  }

  /**
   * A new database.
   *
   * @param user the number of its user; 0 where one user runs all engines
   */
  public static DatabaseRecord of(DatabaseSpec spec, int port, int user) {
    return new DatabaseRecord(spec, port, user, 0, 0);
  }

  /**
   * The same with another spec: a server that runs keeps the memory that it was started with, and a
   * volume what it may hold if that is more.
   */
  public DatabaseRecord with(DatabaseSpec newSpec) {
    Resources wanted = newSpec.resources();
    int started = startedWith().memoryMib();
    int kept = started == wanted.memoryMib() ? 0 : started;
    int storage =
        newSpec.generation() == spec.generation()
            ? larger(wanted.storageMib(), spec.resources().storageMib())
            : wanted.storageMib();
    DatabaseSpec next =
        newSpec.with(new Resources(wanted.memoryMib(), storage, wanted.cpuMillis()));
    return new DatabaseRecord(next, port, user, takeovers, kept);
  }

  /** Of two limits, of which 0 is none. */
  private static int larger(int one, int other) {
    return one == 0 || other == 0 ? 0 : Math.max(one, other);
  }

  /** What its server was started with, or is given without a restart. */
  public Resources startedWith() {
    return startedMemoryMib == 0 ? spec.resources() : spec.resources().withMemory(startedMemoryMib);
  }

  /** The same, whose server is started with all that the spec says. */
  public DatabaseRecord starting() {
    return new DatabaseRecord(spec, port, user, takeovers, 0);
  }

  /** The same at another port. */
  public DatabaseRecord movedTo(int newPort) {
    return new DatabaseRecord(spec, newPort, user, takeovers, startedMemoryMib);
  }

  public DatabaseRecord tookOver(Takeover takeover) {
    return new DatabaseRecord(spec, port, user, takeover.number(), startedMemoryMib);
  }

  /** Whether the endpoint that its spec names is still to be taken over. */
  public boolean takesOver() {
    return spec.takeover() != null && spec.takeover().number() > takeovers;
  }

  public byte[] json() throws JsonProcessingException {
    return JSON.writeValueAsBytes(this);
  }

  public static DatabaseRecord parse(byte[] json) throws IOException {
    JsonNode values = JSON.readTree(json);
    if (!values.isObject()) {
      throw new JsonParseException("it holds no record");
    }
    if (values.path("spec") instanceof ObjectNode spec) {
      upgrade(spec);
    }
    return JSON.treeToValue(values, DatabaseRecord.class);
  }

  /**
   * A spec named a namespace once, which said nothing of a database on one machine, and had no name
   * of its own.
   */
  private static void upgrade(ObjectNode spec) {
    spec.remove("namespace");
    if (!spec.has("name")) {
      spec.put("name", "");
    }
    if (spec.has("version")) {
      nameOrigin(spec);
    }
  }

  /** Before there were other origins, a database was a running clone of a version. */
  private static void nameOrigin(ObjectNode spec) {
    InstanceSize size = InstanceSize.valueOf(spec.remove("size").asText());
    JsonNode version = spec.remove("version");
    spec.putObject("origin").put("kind", "version").set("version", version);
    spec.putPOJO("resources", size.resources());
    spec.put("running", true);
  }
}

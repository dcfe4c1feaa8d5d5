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
 * The persistent state of a database.
 *
 * @param port changes only if another database takes it over, once clients know it
 * @param user the number of the user that owns the data; the database's first port in records of
 *     earlier releases, and if one user runs all engines
 * @param takeovers the number of the last completed takeover; 0 for none
 * @param startedMemoryMib the memory of the running server if not the spec's, else 0
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

  /** Returns the record of a new database; {@code user} is 0 if one user runs all engines. */
  public static DatabaseRecord of(DatabaseSpec spec, int port, int user) {
    return new DatabaseRecord(spec, port, user, 0, 0);
  }

  /**
   * Returns a copy with another spec. A running server keeps its memory until a restart, and a
   * volume never shrinks.
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

  /** Returns the larger of two limits, of which 0 is unlimited. */
  private static int larger(int one, int other) {
    return one == 0 || other == 0 ? 0 : Math.max(one, other);
  }

  /** Returns the resources that the running server has. */
  public Resources startedWith() {
    return startedMemoryMib == 0 ? spec.resources() : spec.resources().withMemory(startedMemoryMib);
  }

  /** Returns a copy for a server that is started with the resources of the spec. */
  public DatabaseRecord starting() {
    return new DatabaseRecord(spec, port, user, takeovers, 0);
  }

  public DatabaseRecord movedTo(int newPort) {
    return new DatabaseRecord(spec, newPort, user, takeovers, startedMemoryMib);
  }

  public DatabaseRecord tookOver(Takeover takeover) {
    return new DatabaseRecord(spec, port, user, takeover.number(), startedMemoryMib);
  }

  /** Returns whether the takeover that the spec requests is not completed yet. */
  public boolean takesOver() {
    return spec.takeover() != null && spec.takeover().number() > takeovers;
  }

  public byte[] json() throws JsonProcessingException {
    return JSON.writeValueAsBytes(this);
  }

  public static DatabaseRecord parse(byte[] json) throws IOException {
    JsonNode values = JSON.readTree(json);
    if (!values.isObject()) {
      throw new JsonParseException("the file contains no record");
    }
    if (values.path("spec") instanceof ObjectNode spec) {
      upgrade(spec);
    }
    return JSON.treeToValue(values, DatabaseRecord.class);
  }

  /** Converts the spec of an earlier release, which had a namespace and may have had no name. */
  private static void upgrade(ObjectNode spec) {
    spec.remove("namespace");
    if (!spec.has("name")) {
      spec.put("name", "");
    }
    if (spec.has("version")) {
      nameOrigin(spec);
    }
  }

  /** Converts the spec of a release in which all databases were running clones of versions. */
  private static void nameOrigin(ObjectNode spec) {
    InstanceSize size = InstanceSize.valueOf(spec.remove("size").asText());
    JsonNode version = spec.remove("version");
    spec.putObject("origin").put("kind", "version").set("version", version);
    spec.putPOJO("resources", size.resources());
    spec.put("running", true);
  }
}

package dev.goldenrod.dataplane.remote.message;

import dev.goldenrod.database.Resources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The parameters of methods that do not take one of the port's types. */
public final class Parameters {
  private static final long LONGEST_MS = Duration.ofHours(1).toMillis();

  private Parameters() {}

  public static final None NONE = new None();

  public record None() {}

  /** The id of a database, snapshot or import. */
  public record Id(UUID id) {
    public Id {
      Objects.requireNonNull(id);
    }
  }

  public record Ids(List<UUID> ids) {
    public Ids {
      ids = List.copyOf(ids);
    }
  }

  /** The expected mark is null if the data plane must be unclaimed. */
  public record Claim(@Nullable StoreMark expected, StoreMark next) {
    public Claim {
      Objects.requireNonNull(next);
    }
  }

  public record At(UUID id, String endpoint) {
    public At {
      Objects.requireNonNull(id);
      Objects.requireNonNull(endpoint);
    }
  }

  public record Resize(UUID id, Resources resources) {
    public Resize {
      Objects.requireNonNull(id);
      Objects.requireNonNull(resources);
    }
  }

  public record Upgrade(UUID id, boolean reindex) {
    public Upgrade {
      Objects.requireNonNull(id);
    }
  }

  public record TakeSnapshot(UUID id, UUID databaseId) {
    public TakeSnapshot {
      Objects.requireNonNull(id);
      Objects.requireNonNull(databaseId);
    }
  }

  public record StepOf(UUID id, ImportPhase step) {
    public StepOf {
      Objects.requireNonNull(id);
      Objects.requireNonNull(step);
    }
  }

  public record EnsureStep(ImportSpec spec, ImportPhase step) {
    public EnsureStep {
      Objects.requireNonNull(spec);
      Objects.requireNonNull(step);
    }
  }

  public record CheckRules(SourceConnection source, String rules) {
    public CheckRules {
      Objects.requireNonNull(source);
      Objects.requireNonNull(rules);
    }
  }

  public record PreviewTable(SourceConnection source, String rules, String table) {
    public PreviewTable {
      Objects.requireNonNull(source);
      Objects.requireNonNull(rules);
      Objects.requireNonNull(table);
    }
  }

  public record Ddl(UUID id, long atMostMs) {
    public Ddl {
      Objects.requireNonNull(id);
      atMostMs = bounded(atMostMs);
    }
  }

  public record Changes(UUID trial, UUID target, long atMostMs) {
    public Changes {
      Objects.requireNonNull(trial);
      Objects.requireNonNull(target);
      atMostMs = bounded(atMostMs);
    }
  }

  /** Peers can send any number, so it is limited to an hour. */
  private static long bounded(long millis) {
    return Math.max(0, Math.min(millis, LONGEST_MS));
  }
}

package dev.goldenrod.dataplane.remote.message;

import dev.goldenrod.database.Resources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StoreMark;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What methods take that take more than one thing of the port. */
public final class Parameters {
  private static final long LONGEST_MS = Duration.ofHours(1).toMillis();

  private Parameters() {}

  /** What methods take that take nothing. */
  public static final None NONE = new None();

  /** Nothing. */
  public record None() {}

  /** A database, snapshot or import. */
  public record Id(UUID id) {
    public Id {
      Objects.requireNonNull(id);
    }
  }

  /** Several databases. */
  public record Ids(List<UUID> ids) {
    public Ids {
      ids = List.copyOf(ids);
    }
  }

  /** See {@link dev.goldenrod.port.DataPlane#claim}; {@code expected} is null for none. */
  public record Claim(@Nullable StoreMark expected, StoreMark next) {
    public Claim {
      Objects.requireNonNull(next);
    }
  }

  /** See {@link dev.goldenrod.port.RunningDatabases#isAt}. */
  public record At(UUID id, String endpoint) {
    public At {
      Objects.requireNonNull(id);
      Objects.requireNonNull(endpoint);
    }
  }

  /** See {@link dev.goldenrod.port.RunningDatabases#resize}. */
  public record Resize(UUID id, Resources resources) {
    public Resize {
      Objects.requireNonNull(id);
      Objects.requireNonNull(resources);
    }
  }

  /** See {@link dev.goldenrod.port.RunningDatabases#upgradeImage}. */
  public record Upgrade(UUID id, boolean reindex) {
    public Upgrade {
      Objects.requireNonNull(id);
    }
  }

  /** See {@link dev.goldenrod.port.DatabaseSnapshots#ensure}. */
  public record TakeSnapshot(UUID id, UUID databaseId) {
    public TakeSnapshot {
      Objects.requireNonNull(id);
      Objects.requireNonNull(databaseId);
    }
  }

  /** See {@link dev.goldenrod.port.ImportSteps#observe}. */
  public record StepOf(UUID id, ImportPhase step) {
    public StepOf {
      Objects.requireNonNull(id);
      Objects.requireNonNull(step);
    }
  }

  /** See {@link dev.goldenrod.port.ImportSteps#ensure}. */
  public record EnsureStep(ImportSpec spec, ImportPhase step) {
    public EnsureStep {
      Objects.requireNonNull(spec);
      Objects.requireNonNull(step);
    }
  }

  /** See {@link dev.goldenrod.port.DatabaseSchemas#ddl}. */
  public record Ddl(UUID id, long atMostMs) {
    public Ddl {
      Objects.requireNonNull(id);
      atMostMs = bounded(atMostMs);
    }
  }

  /** See {@link dev.goldenrod.port.DatabaseSchemas#changes}. */
  public record Changes(UUID trial, UUID target, long atMostMs) {
    public Changes {
      Objects.requireNonNull(trial);
      Objects.requireNonNull(target);
      atMostMs = bounded(atMostMs);
    }
  }

  /** Whoever asks may say anything. */
  private static long bounded(long millis) {
    return Math.max(0, Math.min(millis, LONGEST_MS));
  }
}

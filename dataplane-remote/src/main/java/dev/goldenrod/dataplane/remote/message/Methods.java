package dev.goldenrod.dataplane.remote.message;

import com.fasterxml.jackson.databind.JavaType;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.remote.message.Parameters.At;
import dev.goldenrod.dataplane.remote.message.Parameters.Changes;
import dev.goldenrod.dataplane.remote.message.Parameters.CheckRules;
import dev.goldenrod.dataplane.remote.message.Parameters.Claim;
import dev.goldenrod.dataplane.remote.message.Parameters.Ddl;
import dev.goldenrod.dataplane.remote.message.Parameters.EnsureStep;
import dev.goldenrod.dataplane.remote.message.Parameters.Id;
import dev.goldenrod.dataplane.remote.message.Parameters.Ids;
import dev.goldenrod.dataplane.remote.message.Parameters.None;
import dev.goldenrod.dataplane.remote.message.Parameters.PreviewTable;
import dev.goldenrod.dataplane.remote.message.Parameters.Resize;
import dev.goldenrod.dataplane.remote.message.Parameters.StepOf;
import dev.goldenrod.dataplane.remote.message.Parameters.TakeSnapshot;
import dev.goldenrod.dataplane.remote.message.Parameters.Upgrade;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingPreview;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** All requests of a control plane to an agent: the methods of the data plane port, by name. */
public final class Methods {
  private static final Map<String, Method<?, ?>> BY_NAME = new HashMap<>();

  public static final Method<None, StoreMark> CLAIMED_BY =
      method(
          "claimed-by", None.class, StoreMark.class, (plane, p) -> plane.claimedBy().orElse(null));
  public static final Method<Claim, Boolean> CLAIM =
      method(
          "claim",
          Claim.class,
          Boolean.class,
          (plane, p) -> plane.claim(Optional.ofNullable(p.expected()), p.next()));
  public static final Method<None, List<EngineVersion>> ENGINES =
      method(
          "engines", None.class, Json.listOf(EngineVersion.class), (plane, p) -> plane.engines());
  public static final Method<None, Boolean> STORAGE_EXHAUSTED =
      method(
          "storage-exhausted", None.class, Boolean.class, (plane, p) -> plane.isStorageExhausted());
  public static final Method<Id, Orphan.Facts> FACTS =
      method(
          "facts", Id.class, Orphan.Facts.class, (plane, p) -> plane.factsOf(p.id()).orElse(null));
  public static final Method<None, Inventory> INVENTORY =
      method("inventory", None.class, Inventory.class, (plane, p) -> plane.inventory());

  public static final Method<Id, DatabaseObservation> OBSERVE_DATABASE =
      method(
          "databases.observe",
          Id.class,
          DatabaseObservation.class,
          (plane, p) -> plane.databases().observe(p.id()));
  public static final Method<At, Boolean> IS_AT =
      method(
          "databases.is-at",
          At.class,
          Boolean.class,
          (plane, p) -> plane.databases().isAt(p.id(), p.endpoint()));
  public static final Method<DatabaseSpec, Void> ENSURE_DATABASE =
      command(
          "databases.ensure", DatabaseSpec.class, (plane, spec) -> plane.databases().ensure(spec));
  public static final Method<Id, Resources> RESOURCES =
      method(
          "databases.resources",
          Id.class,
          Resources.class,
          (plane, p) -> plane.databases().resources(p.id()).orElse(null));
  public static final Method<Resize, Void> RESIZE =
      command(
          "databases.resize",
          Resize.class,
          (plane, p) -> plane.databases().resize(p.id(), p.resources()));
  public static final Method<Id, Void> REMOVE_DATABASE =
      command("databases.remove", Id.class, (plane, p) -> plane.databases().remove(p.id()));
  public static final Method<Id, Credentials> CREDENTIALS =
      method(
          "databases.credentials",
          Id.class,
          Credentials.class,
          (plane, p) -> plane.databases().credentials(p.id()).orElse(null));
  public static final Method<Ids, Map<UUID, Credentials>> ALL_CREDENTIALS =
      method(
          "databases.all-credentials",
          Ids.class,
          Json.mapOf(UUID.class, Credentials.class),
          (plane, p) -> plane.databases().credentials(p.ids()));
  public static final Method<Id, String> LOGIN_PROBLEM =
      method(
          "databases.login-problem",
          Id.class,
          String.class,
          (plane, p) -> plane.databases().loginProblem(p.id()).orElse(null));
  public static final Method<Id, Credentials> RESET_CREDENTIALS =
      method(
          "databases.reset-credentials",
          Id.class,
          Credentials.class,
          (plane, p) -> plane.databases().resetCredentials(p.id()));
  public static final Method<Upgrade, Boolean> UPGRADE_IMAGE =
      method(
          "databases.upgrade-image",
          Upgrade.class,
          Boolean.class,
          (plane, p) -> plane.databases().upgradeImage(p.id(), p.reindex()));

  public static final Method<Id, SnapshotObservation> OBSERVE_SNAPSHOT =
      method(
          "snapshots.observe",
          Id.class,
          SnapshotObservation.class,
          (plane, p) -> plane.snapshots().observe(p.id()));
  public static final Method<TakeSnapshot, Void> ENSURE_SNAPSHOT =
      command(
          "snapshots.ensure",
          TakeSnapshot.class,
          (plane, p) -> plane.snapshots().ensure(p.id(), p.databaseId()));
  public static final Method<Id, Void> REMOVE_SNAPSHOT =
      command("snapshots.remove", Id.class, (plane, p) -> plane.snapshots().remove(p.id()));

  public static final Method<StepOf, ImportObservation> OBSERVE_STEP =
      method(
          "imports.observe",
          StepOf.class,
          ImportObservation.class,
          (plane, p) -> plane.imports().observe(p.id(), p.step()));
  public static final Method<EnsureStep, Void> ENSURE_STEP =
      command(
          "imports.ensure",
          EnsureStep.class,
          (plane, p) -> plane.imports().ensure(p.spec(), p.step()));
  public static final Method<Id, Boolean> REMOVE_IMPORT =
      method(
          "imports.remove", Id.class, Boolean.class, (plane, p) -> plane.imports().remove(p.id()));
  public static final Method<VersionRef, Boolean> REMOVE_VERSION =
      method(
          "versions.remove",
          VersionRef.class,
          Boolean.class,
          (plane, version) -> plane.versions().remove(version));

  public static final Method<SourceConnection, String> PLAN_MASKING =
      method(
          "masking.plan",
          SourceConnection.class,
          String.class,
          (plane, source) -> masking(plane).plan(source));
  public static final Method<CheckRules, List<MaskingFinding>> CHECK_MASKING =
      method(
          "masking.check",
          CheckRules.class,
          Json.listOf(MaskingFinding.class),
          (plane, p) -> masking(plane).check(p.source(), p.rules()));
  public static final Method<PreviewTable, MaskingPreview> PREVIEW_MASKING =
      method(
          "masking.preview",
          PreviewTable.class,
          MaskingPreview.class,
          (plane, p) -> masking(plane).preview(p.source(), p.rules(), p.table()));

  public static final Method<SourceConnection, SourceCheck> CHECK_SOURCE =
      method(
          "sources.check",
          SourceConnection.class,
          SourceCheck.class,
          (plane, source) -> sources(plane).check(source));

  public static final Method<Id, ArchiveObservation> OBSERVE_ARCHIVE =
      method(
          "archives.observe",
          Id.class,
          ArchiveObservation.class,
          (plane, p) -> plane.archives().observe(p.id()));
  public static final Method<Id, Void> UNPACK_ARCHIVE =
      command("archives.unpack", Id.class, (plane, p) -> plane.archives().unpack(p.id()));

  public static final Method<Ddl, String> DDL =
      method(
          "schemas.ddl",
          Ddl.class,
          String.class,
          (plane, p) -> plane.schemas().ddl(p.id(), Duration.ofMillis(p.atMostMs())));
  public static final Method<Changes, SchemaChanges> CHANGES =
      method(
          "schemas.changes",
          Changes.class,
          SchemaChanges.class,
          (plane, p) ->
              plane.schemas().changes(p.trial(), p.target(), Duration.ofMillis(p.atMostMs())));

  /**
   * Opens a connection to a database through the agent. {@code AgentHandler} serves this call, so
   * the function for the data plane does nothing.
   */
  public static final Method<Connections.Open, Void> OPEN_CONNECTION =
      new Method<>(
          Connections.OPEN, Connections.Open.class, Json.type(Void.class), (plane, p) -> null);

  private Methods() {}

  private static MaskingTools masking(DataPlane plane) {
    return plane.masking().orElseThrow(() -> new DataPlaneException(MaskingTools.UNSUPPORTED));
  }

  private static SourceTools sources(DataPlane plane) {
    return plane.sources().orElseThrow(() -> new DataPlaneException(SourceTools.UNSUPPORTED));
  }

  static List<Method<?, ?>> all() {
    return List.copyOf(BY_NAME.values());
  }

  public static Optional<Method<?, ?>> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  private static <P, R> Method<P, R> method(
      String name,
      Class<P> parameters,
      Class<R> result,
      BiFunction<DataPlane, P, @Nullable R> work) {
    return method(name, parameters, Json.type(result), work);
  }

  private static <P> Method<P, Void> command(
      String name, Class<P> parameters, BiConsumer<DataPlane, P> work) {
    return method(
        name,
        parameters,
        Json.type(Void.class),
        (plane, p) -> {
          work.accept(plane, p);
          return null;
        });
  }

  private static <P, R> Method<P, R> method(
      String name,
      Class<P> parameters,
      JavaType result,
      BiFunction<DataPlane, P, @Nullable R> work) {
    Method<P, R> method = new Method<>(name, parameters, result, work);
    BY_NAME.put(name, method);
    return method;
  }
}

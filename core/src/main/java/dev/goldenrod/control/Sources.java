package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The databases that goldens can be imported from. */
public final class Sources {
  private final ControlContext context;
  private final KeyedCommands<Source> keyed;

  /**
   * A source to register.
   *
   * @param config may name the {@code cluster} that imports run in; the store keeps its name
   * @param scopedCredsRef the name of the secret in the data plane; empty for none
   */
  public record Create(
      SourceKind kind, Map<String, @Nullable Object> config, String scopedCredsRef) {
    public Create {
      Objects.requireNonNull(kind);
      SourceConfig.validate(config);
      SourceConfig.requireSecretName(scopedCredsRef);
    }

    /**
     * Returns the same source with a cluster for its imports.
     *
     * @param cluster its name or id; empty for that of the config, if any
     */
    public Create inCluster(String cluster) {
      return new Create(kind, SourceConfig.inCluster(config, cluster), scopedCredsRef);
    }

    /** Returns the same source marked as sensitive if wanted; a mark in the config stays. */
    public Create requiringMasking(boolean wanted) {
      if (!wanted) {
        return this;
      }
      Map<String, @Nullable Object> marked = new LinkedHashMap<>(config);
      marked.put(Source.SENSITIVE, true);
      return new Create(kind, marked, scopedCredsRef);
    }
  }

  Sources(ControlContext context) {
    this.context = context;
    this.keyed = context.keyed(Source::id, this::find);
  }

  /** Registers a source, without connecting to it. Operators only. */
  public Source create(Actor actor, Create command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like {@link #create(Actor, Create)}, once per idempotency key. */
  public Source create(Actor actor, Create command, Idempotency<Source> idempotency) {
    actor.requireOperator();
    return keyed.once(actor, idempotency, command, key -> createNow(actor, command, key));
  }

  private Source createNow(Actor actor, Create command, Idempotency<Source> idempotency) {
    Source source =
        new Source(
            context.newId(),
            actor.orgId(),
            command.kind(),
            command.config(),
            command.scopedCredsRef(),
            context.now());
    return context.change(actor, idempotency, tx -> create(tx, actor, named(tx, source)));
  }

  /** Returns the source with the cluster's name, because it may have been given by id. */
  private static Source named(Transaction tx, Source source) {
    return source.cluster().isEmpty()
        ? source
        : source.inCluster(ClusterSelection.require(tx, source.orgId(), source.cluster()).name());
  }

  private Source create(Transaction tx, Actor actor, Source source) {
    tx.sources().insert(source);
    context.audit(tx, actor, "source.created", "source", source.id(), auditMetadata(source));
    return source;
  }

  private Source find(Actor actor, UUID id) {
    return context.read(tx -> tx.sources().find(actor.orgId(), id)).orElseThrow(() -> notFound(id));
  }

  private static ControlPlaneException notFound(UUID id) {
    return ControlPlaneException.notFound("source", id);
  }

  /** Returns all sources of the organization, oldest first. */
  public List<Source> list(Actor actor) {
    return context.read(tx -> tx.sources().list(actor.orgId()));
  }

  /**
   * Deletes a source that no running import uses. Operators only. The secret in the data plane is
   * kept.
   */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    Source source = tx.sources().lock(actor.orgId(), id).orElseThrow(() -> notFound(id));
    List<UUID> running =
        tx.imports().runningOfSource(actor.orgId(), id).stream().map(ImportJob::id).toList();
    if (!running.isEmpty()) {
      throw ControlPlaneException.hasActiveImports(id, running);
    }
    context.audit(tx, actor, "source.deleted", "source", id, auditMetadata(source));
    tx.sources().delete(actor.orgId(), id);
    return List.of();
  }

  /** Contains the source's address and the secret's name, but no value that may be a secret. */
  private static Map<String, @Nullable Object> auditMetadata(Source source) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("kind", source.kind().wireName());
    for (String key : List.of("host", "port", "dbname", Source.CLUSTER, Source.SENSITIVE)) {
      Object value = source.config().get(key);
      if (value instanceof String || value instanceof Number || value instanceof Boolean) {
        metadata.put(key, value);
      }
    }
    metadata.put("secret", source.scopedCredsRef());
    return metadata;
  }
}

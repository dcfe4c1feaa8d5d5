package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Instances;
import dev.goldenrod.dataplane.k8s.declared.ObjectConditions.Stall;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Reconciles declared Clones. An instance is launched once, and never again after it is gone. */
record DeclaredCloneReconciler(
    Instances instances, DeclaredRequests requests, CredentialReports credentials, Clock clock)
    implements DeclaredObjectReconciler {
  private static final String TTL = "ttl";
  private static final String EXPIRES_AT = "expiresAt";

  @Override
  public StatusUpdate reconcile(DeclaredObject object, Actor actor) {
    UUID id = object.id().orElseGet(() -> launch(object, actor));
    try {
      Instance instance = instances.find(actor, id);
      return instance.phase() == InstancePhase.TERMINATING
          ? ending(object, instance)
          : living(object, actor, instance);
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.NOT_FOUND) {
        throw refused;
      }
      return gone(object, id);
    }
  }

  private UUID launch(DeclaredObject object, Actor actor) {
    Instances.Launch command =
        new Instances.Launch(
            object.spec("golden").orElse(""), size(object), ttl(object), version(object));
    return requests.createOnce(
        actor, object, Instance::id, request -> instances.launch(actor, command, request));
  }

  private static InstanceSize size(DeclaredObject object) {
    String name = object.spec("size").orElse(InstanceSize.SMALL.wireName());
    return InstanceSize.parse(name)
        .orElseThrow(
            () ->
                ControlPlaneException.invalidBecause(
                    "size", "'" + name + "' must be small, medium or large"));
  }

  private static Ttl ttl(DeclaredObject object) {
    return Ttl.parse(object.spec(TTL).orElse(""));
  }

  private static int version(DeclaredObject object) {
    return object.spec("version").map(Integer::parseInt).orElse(0);
  }

  private StatusUpdate living(DeclaredObject object, Actor actor, Instance found) {
    Extension extension = extend(object, actor, found);
    Instance instance = extension.instance();
    JsonObject fields = fields(instance, extension.given());
    ObjectConditions conditions =
        switch (instance.phase()) {
          case READY ->
              credentials.ensure(
                  object,
                  fields,
                  instance,
                  instance.status().message(),
                  copy -> instances.changedCredentials(actor, instance.id(), copy));
          case FAILED -> ObjectConditions.stalled("Failed", instance.status().message());
          default ->
              ObjectConditions.inProgress(instance.phase().wireName(), instance.status().message());
        };
    return new StatusUpdate(fields, conditions.with(extension.refusal()));
  }

  private record Extension(Instance instance, Ttl given, Optional<Stall> refusal) {}

  /** Extends the instance if the spec's ttl is longer than the last one that was applied. */
  private Extension extend(DeclaredObject object, Actor actor, Instance instance) {
    Ttl wanted = ttl(object);
    Ttl given = object.status(TTL).map(Ttl::parse).orElse(instance.spec().ttl());
    Instant end = clock.instant().plus(wanted.duration());
    if (wanted.duration().compareTo(given.duration()) <= 0
        || !end.isAfter(instance.spec().expiresAt())) {
      return new Extension(instance, wanted, Optional.empty());
    }
    try {
      Instance extended = instances.extend(actor, instance.id(), wanted);
      return new Extension(extended, wanted, Optional.empty());
    } catch (ControlPlaneException refused) {
      return new Extension(instance, given, Optional.of(Stall.of(refused)));
    }
  }

  private static JsonObject fields(Instance instance, Ttl given) {
    JsonObject fields = new JsonObject();
    fields.addProperty("id", instance.id().toString());
    fields.addProperty("phase", instance.phase().wireName());
    fields.addProperty("version", instance.spec().golden().version());
    StatusUpdate.addEndpoint(fields, instance.status().endpoint());
    fields.addProperty(TTL, given.toString());
    fields.addProperty(EXPIRES_AT, Timestamps.text(instance.spec().expiresAt()));
    return fields;
  }

  private StatusUpdate ending(DeclaredObject object, Instance instance) {
    Ttl given = object.status(TTL).map(Ttl::parse).orElse(instance.spec().ttl());
    JsonObject fields = fields(instance, given);
    CredentialReports.keep(object, fields);
    return new StatusUpdate(fields, ended(instance.spec().expiresAt(), instance.id()));
  }

  private StatusUpdate gone(DeclaredObject object, UUID id) {
    Instant expiry = object.status(EXPIRES_AT).map(Instant::parse).orElse(Instant.MAX);
    StatusUpdate update = StatusUpdate.unchanged(object, ended(expiry, id));
    update.fields().addProperty("id", id.toString());
    update.fields().addProperty("phase", "Gone");
    return update;
  }

  private ObjectConditions ended(Instant expiry, UUID id) {
    return clock.instant().isBefore(expiry)
        ? ObjectConditions.stalled(
            "Deleted",
            "instance %s was destroyed through the API; delete this Clone and create another"
                .formatted(id))
        : ObjectConditions.stalled(
            "Expired", "instance %s expired; delete this Clone and create another".formatted(id));
  }

  @Override
  public void delete(Actor actor, UUID id) {
    try {
      instances.delete(actor, id);
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.NOT_FOUND) {
        throw refused;
      }
    }
  }

  @Override
  public boolean isPresent(Actor admin, UUID id) {
    try {
      return instances.find(admin, id).phase() != InstancePhase.TERMINATING;
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.NOT_FOUND) {
        throw refused;
      }
      return false;
    }
  }
}

package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSpec;
import java.util.UUID;

/** An instance. */
public record InstanceView(
    UUID id,
    UUID ownerUser,
    String golden,
    int goldenVersion,
    String namespace,
    String size,
    String ttl,
    int resetGeneration,
    String desiredState,
    String phase,
    String endpoint,
    String message,
    String createdAt,
    String expiresAt) {
  public static InstanceView of(Instance instance) {
    InstanceSpec spec = instance.spec();
    return new InstanceView(
        instance.id(),
        instance.ownerId(),
        spec.golden().name(),
        spec.golden().version(),
        spec.namespace(),
        spec.size().wireName(),
        spec.ttl().toString(),
        spec.resetGeneration(),
        spec.desiredState().wireName(),
        instance.phase().wireName(),
        instance.status().endpoint(),
        instance.status().message(),
        Timestamps.text(instance.createdAt()),
        Timestamps.text(spec.expiresAt()));
  }
}

package dev.goldenrod.dataplane.k8s.simulated.admission;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.storage.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rejects objects that would exceed a quota of their namespace. */
public record Quotas(ObjectStore store) implements Admission {
  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    boolean grows = before == null || type == ResourceType.CLAIM;
    if (!grows || !type.namespaced() || type == ResourceType.QUOTA) {
      return;
    }
    for (JsonObject quota : store.list(ResourceType.QUOTA, Tree.namespace(object))) {
      for (Map.Entry<String, String> limit : Tree.map(quota, "spec", "hard").entrySet()) {
        require(type, before, object, quota, limit.getKey(), limit.getValue());
      }
    }
  }

  private void require(
      ResourceType type,
      @Nullable JsonObject before,
      JsonObject object,
      JsonObject quota,
      String resource,
      String limit) {
    BigDecimal had = before == null ? BigDecimal.ZERO : use(type, before, resource);
    BigDecimal requested = use(type, object, resource).subtract(had);
    if (requested.signum() <= 0) {
      requireStated(type, object, quota, resource);
      return;
    }
    BigDecimal used =
        store.list(type, Tree.namespace(object)).stream()
            .map(one -> use(type, one, resource))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    if (used.add(requested).compareTo(Quantity.parse(limit)) > 0) {
      String why = "exceeded quota: %s, requested: %4$s=%2$s, used: %4$s=%3$s, limited: %4$s=%5$s";
      throw ApiError.forbidden(
          type,
          Tree.name(object),
          why.formatted(
              Tree.name(quota),
              requested.stripTrailingZeros().toPlainString(),
              used.stripTrailingZeros().toPlainString(),
              resource,
              limit));
    }
  }

  private static void requireStated(
      ResourceType type, JsonObject object, JsonObject quota, String resource) {
    if (type == ResourceType.POD && resource.matches("(requests|limits)\\.(cpu|memory)")) {
      throw ApiError.forbidden(
          type,
          Tree.name(object),
          "failed quota: %s: must specify %s".formatted(Tree.name(quota), resource));
    }
  }

  private static BigDecimal use(ResourceType type, JsonObject object, String resource) {
    if (resource.equals(type.plural()) || resource.equals("count/" + type.qualified())) {
      return BigDecimal.ONE;
    }
    if (type == ResourceType.CLAIM && resource.equals("requests.storage")) {
      return Quantity.parse(Tree.text(object, "spec", "resources", "requests", "storage"));
    }
    List<String> path = List.of(resource.split("\\."));
    return type != ResourceType.POD || path.size() != 2
        ? BigDecimal.ZERO
        : Tree.objects(object, "spec", "containers").stream()
            .map(one -> Quantity.parse(Tree.text(one, "resources", path.get(0), path.get(1))))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}

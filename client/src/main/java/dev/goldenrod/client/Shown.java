package dev.goldenrod.client;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Formats records with their secrets redacted. */
final class Shown {
  private static final Set<String> SECRETS =
      Set.of(
          "password",
          "currentPassword",
          "token",
          "accessToken",
          "agentToken",
          "inviteToken",
          "uri",
          "url");

  private Shown() {}

  static String of(Record holder) {
    return Arrays.stream(holder.getClass().getRecordComponents())
        .map(component -> component.getName() + "=" + value(holder, component))
        .collect(Collectors.joining(", ", holder.getClass().getSimpleName() + "[", "]"));
  }

  private static Object value(Record holder, RecordComponent component) {
    try {
      Object value = component.getAccessor().invoke(holder);
      return value != null && SECRETS.contains(component.getName()) ? "…" : value;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}

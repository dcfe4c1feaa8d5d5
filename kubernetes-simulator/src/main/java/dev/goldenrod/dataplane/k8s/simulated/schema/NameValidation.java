package dev.goldenrod.dataplane.k8s.simulated.schema;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.Map;
import java.util.regex.Pattern;

/** The syntax of object names and labels. */
public final class NameValidation {
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
  private static final Pattern LABEL_KEY =
      Pattern.compile("([a-z0-9.-]{1,253}/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private NameValidation() {}

  public static void validate(ResourceType type, JsonObject object) {
    String name = Tree.name(object);
    if (name.isEmpty()) {
      throw ApiError.invalid(
          type, name, "metadata.name: Required value: name or generateName is required");
    }
    boolean label = type == ResourceType.SERVICE;
    Pattern syntax = label ? LABEL : SUBDOMAIN;
    if (!syntax.matcher(name).matches() || name.length() > (label ? 63 : 253)) {
      String why =
          "metadata.name: Invalid value: \"%s\": a %s must consist of lower case alphanumeric"
              + " characters, '-' or '.', and must start and end with an alphanumeric character";
      String standard = label ? "DNS-1035 label" : "lowercase RFC 1123 subdomain";
      throw ApiError.invalid(type, name, why.formatted(name, standard));
    }
    validateLabels(type, name, Tree.map(object, "metadata", "labels"));
  }

  private static void validateLabels(ResourceType type, String name, Map<String, String> labels) {
    labels.forEach(
        (key, value) -> {
          if (!LABEL_KEY.matcher(key).matches()) {
            throw ApiError.invalid(
                type, name, "metadata.labels: Invalid value: \"%s\"".formatted(key));
          }
          if (!LABEL_VALUE.matcher(value).matches() || value.length() > 63) {
            String why =
                "metadata.labels: Invalid value: \"%s\": a valid label must be an empty string or"
                    + " consist of alphanumeric characters, '-', '_' or '.'";
            throw ApiError.invalid(type, name, why.formatted(value));
          }
        });
  }
}

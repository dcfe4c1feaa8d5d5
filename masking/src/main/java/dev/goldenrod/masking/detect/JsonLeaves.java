package dev.goldenrod.masking.detect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Tells what the leaves of JSON documents hold, by their keys and values. */
final class JsonLeaves {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Set<DataKind> kinds = EnumSet.noneOf(DataKind.class);

  private JsonLeaves() {}

  /** Returns the kinds in the documents. Texts that are no JSON are ignored. */
  static Set<DataKind> kinds(List<String> documents) {
    JsonLeaves leaves = new JsonLeaves();
    documents.stream().limit(SampleStatistics.LIMIT).forEach(leaves::addDocument);
    return leaves.kinds;
  }

  private void addDocument(String document) {
    try {
      add(JSON.readTree(document));
    } catch (JsonProcessingException e) {
      kinds.add(DataKind.FREE_TEXT);
    }
  }

  private void add(JsonNode node) {
    if (node.isValueNode()) {
      kinds.addAll(ValueKinds.of(node.asText()));
      return;
    }
    node.properties().forEach(field -> EvidenceFinder.ofName(field.getKey()).ifPresent(kinds::add));
    node.forEach(this::add);
  }
}

package dev.goldenrod.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source to register.
 *
 * @param kind the API's name of the kind
 * @param scopedCredsRef the name of the secret in the data plane; empty for none
 */
public record CreateSource(
    String kind, Map<String, @Nullable Object> config, String scopedCredsRef) {}

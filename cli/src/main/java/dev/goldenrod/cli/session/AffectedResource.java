package dev.goldenrod.cli.session;

import java.util.List;

/** A resource to delete or overwrite, as in {@code clone 'one'}, and what depends on it. */
public record AffectedResource(String what, List<String> alongside) {}

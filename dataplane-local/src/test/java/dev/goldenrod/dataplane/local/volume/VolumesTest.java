package dev.goldenrod.dataplane.local.volume;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.goldenrod.dataplane.local.volume.VolumeTestSetup#usual")
final class VolumesTest extends VolumeContract {}

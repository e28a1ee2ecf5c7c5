from minigrad import cuda


def test_the_largest_amount_is_counted_from_the_reset(two_gpus):
    assert (cuda.memory_allocated(), cuda.memory_reserved()) == (8, 512)
    cuda.reset_peak_memory_stats()
    assert (cuda.max_memory_allocated(), cuda.max_memory_reserved()) == (8, 512)
    for used in (96, 16):  # handed out, given back
        two_gpus.in_use["used"] = used
        two_gpus.hooks[0].malloc_postprocess(size=1)
    assert cuda.max_memory_allocated() == 96
    cuda.reset_peak_memory_stats()
    assert cuda.max_memory_allocated() == 16 and len(two_gpus.hooks) == 1


def test_all_and_what_is_free(two_gpus):
    assert cuda.mem_get_info() == (10, 99)
    cuda.empty_cache()
    assert "memory_reserved: 512 bytes" in cuda.memory_summary()


def test_without_a_gpu_there_is_nothing_to_reset(no_gpu):
    cuda.reset_peak_memory_stats()
    assert cuda.max_memory_allocated() == 0
